// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions, FAST, OverrideParams, Parallel, Read, WriteFinality} from "./GatewayTypes.sol";
import {GatewayAccess} from "./GatewayAccess.sol";

/// @title The options of an app gateway's calls
/// @dev What sets which option. Options apply to the calls that follow until the request closes; then they return to
/// their defaults. Those marked "for good" stay. Options that a function does not take keep their values.
///
/// | function                                                       | sets                                              |
/// | -------------------------------------------------------------- | ------------------------------------------------- |
/// | _setOverrides(Read)                                            | whether a call only reads; default: it writes     |
/// | _setOverrides(Read, uint256 readAtBlockNumber)                 | the same, and the block to read at                |
/// | _setOverrides(Parallel)                                        | whether a call joins the batch before it          |
/// | _setOverrides(Parallel, uint256 readAtBlockNumber)             | the same, and the block to read at                |
/// | _setOverrides(WriteFinality)                                   | finality of a write before its callback runs      |
/// | _setOverrides(uint256 gasLimit)                                | gas limit of a write; reads ignore it             |
/// | _setOverrides(address payer)                                   | account whose credits pay                         |
/// | _setOverrides(Read, Parallel)                                  | both                                              |
/// | _setOverrides(Read, Parallel, uint256 gasLimit)                | both, and the gas limit of a write                |
/// | _setOverrides(Read, Parallel, uint256 gasLimit, uint256 fees)  | all three, and `maxFees` for good                 |
/// | _setCallType(Read)                                             | as _setOverrides(Read)                            |
/// | _setMsgValue(uint256 value)                                    | native value of each call on its chain, in wei    |
/// | _setMaxFees(uint256 fees)                                      | `maxFees` for good                                |
/// | _setSbType(bytes32 sbType)                                     | `sbType` for good                                 |
abstract contract Overrides is GatewayAccess {
    /// @notice Maximum fees of a request, in credits. They are held until the request completes or reverts.
    uint256 public maxFees;

    /// @notice Type of the switchboard that deployed plugs are connected through.
    /// @dev The devnet's gateway has one switchboard and connects every plug through it.
    bytes32 public sbType = FAST;

    /// @dev Whether a request of this app gateway is open.
    bool internal _isAsync;

    /// @dev Lets requests without overrides skip reading the options.
    bool private _isOverridden;
    address private _consumeFrom;
    CallOptions private _callOptions;

    /// @notice Returns whether a request of this app gateway is open: an `async` function runs.
    function isAsyncModifierSet() public view returns (bool) {
        return _isAsync;
    }

    /// @notice Returns the account whose credits pay for the next request.
    function consumeFrom() public view returns (address) {
        return _payer();
    }

    /// @notice Returns what {getOverrideParams} does.
    function overrideParams() public view returns (OverrideParams memory) {
        return getOverrideParams();
    }

    /// @notice Returns the options as they are set now.
    function getOverrideParams() public view returns (OverrideParams memory) {
        CallOptions memory options = _callOptions;
        return
            OverrideParams({
                read: options.read,
                parallel: options.parallel,
                writeFinality: options.writeFinality,
                gasLimit: options.gasLimit,
                value: options.value,
                readAtBlockNumber: options.readAtBlockNumber,
                maxFees: maxFees,
                consumeFrom: _payer(),
                sbType: sbType
            });
    }

    /// @notice Sets the maximum fees of the requests that follow.
    /// @param fees Maximum fees in credits.
    function _setMaxFees(uint256 fees) internal {
        maxFees = fees;
    }

    /// @notice Sets the switchboard type of the plugs that are deployed from now on.
    function _setSbType(bytes32 sbType_) internal {
        sbType = sbType_;
    }

    /// @notice Sets options. The table above lists every overload.
    /// @param gasLimit Gas limit of each write on its chain; zero for the default. Reads ignore it.
    /// @param fees Maximum fees, in credits, of this request and of those that follow.
    function _setOverrides(Read read, Parallel parallel, uint256 gasLimit, uint256 fees) internal {
        _setMaxFees(fees);
        _setOverrides(read, parallel, gasLimit);
    }

    function _setOverrides(Read read, Parallel parallel, uint256 gasLimit) internal {
        _callOptions.gasLimit = gasLimit;
        _setOverrides(read, parallel);
    }

    function _setOverrides(Read read, Parallel parallel) internal {
        _callOptions.read = read;
        _setOverrides(parallel);
    }

    function _setOverrides(Read read) internal {
        _callOptions.read = read;
        _useOverrides();
    }

    /// @param readAtBlockNumber Block of the target's chain to read at; zero for the latest. The read waits until the
    /// block is mined.
    function _setOverrides(Read read, uint256 readAtBlockNumber) internal {
        _callOptions.readAtBlockNumber = readAtBlockNumber;
        _setOverrides(read);
    }

    function _setOverrides(Parallel parallel) internal {
        _callOptions.parallel = parallel;
        _useOverrides();
    }

    /// @param readAtBlockNumber Block of the target's chain to read at; zero for the latest. The read waits until the
    /// block is mined.
    function _setOverrides(Parallel parallel, uint256 readAtBlockNumber) internal {
        _callOptions.readAtBlockNumber = readAtBlockNumber;
        _setOverrides(parallel);
    }

    function _setOverrides(WriteFinality writeFinality) internal {
        _callOptions.writeFinality = writeFinality;
        _useOverrides();
    }

    function _setOverrides(uint256 gasLimit) internal {
        _callOptions.gasLimit = gasLimit;
        _useOverrides();
    }

    /// @param payer Account whose credits pay for the request; it must have approved this app gateway.
    function _setOverrides(address payer) internal {
        _consumeFrom = payer;
        _isOverridden = true;
    }

    /// @notice Lets an account pay for the request that approves this app gateway by its signature.
    /// @param signedApproval abi.encode(address spender, bool approval, uint256 nonce, bytes signature), where the
    /// spender is this app gateway. `approveAppGatewayWithSignature` of the fees manager says what to sign.
    function _approveFeesWithSignature(bytes memory signedApproval) internal {
        (address payer, , ) = feesManager__().approveAppGatewayWithSignature(signedApproval);
        _setOverrides(payer);
    }

    /// @notice Sets whether the calls that follow only read.
    function _setCallType(Read read) internal {
        _setOverrides(read);
    }

    /// @notice Sets the native value that each call carries on its chain until the request closes, in wei.
    function _setMsgValue(uint256 value) internal {
        _callOptions.value = value;
        _useOverrides();
    }

    /// @dev Options set before the request opened apply to it.
    function _passOverrides() internal {
        if (_isOverridden) _queue().setCallOptions(_callOptions);
    }

    /// @return payer Account whose credits pay for the request that closes.
    function _takeOverrides() internal returns (address payer) {
        payer = _payer();
        if (!_isOverridden) return payer;
        _isOverridden = false;
        delete _consumeFrom;
        delete _callOptions;
    }

    function _useOverrides() private {
        _isOverridden = true;
        if (_isAsync) _passOverrides();
    }

    function _payer() private view returns (address) {
        return _consumeFrom == address(0) ? address(this) : _consumeFrom;
    }
}
