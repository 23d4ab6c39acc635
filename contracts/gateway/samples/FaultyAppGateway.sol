// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";
import {IsPlug} from "../GatewayTypes.sol";
import {FaultyTarget} from "./FaultyTarget.sol";
import {IFaultyTarget} from "./IFaultyTarget.sol";

/// @title Calls that revert on their chain and callbacks that revert on the gateway chain
/// @notice Example of the possible responses: repair the contract while the watcher still retries, raise the fees,
/// cancel, or record the failure when the watcher stops. Only the owner can do so, because these actions decide what
/// credits are spent on.
contract FaultyAppGateway is AppGatewayBase, Ownable {
    /// @notice Contract id of the target.
    bytes32 public immutable faulty = _createContractId("faulty");

    bool public isCallbackBroken = true;
    /// @notice Work that the target had done when its last call returned.
    uint256 public workSeen;
    /// @notice Payloads that the watcher no longer retries.
    mapping(bytes32 payloadId => bool) public isGivenUp;

    /// @notice The callback rejects results. The owner must call `setCallbackBroken(false)` first.
    error NotReadyForResult(uint256 amount);

    constructor(address addressResolver, address owner, uint256 fees) Ownable(owner) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
        creationCodeWithArgs[faulty] = abi.encodePacked(type(FaultyTarget).creationCode, abi.encode(owner));
    }

    function deployContracts(uint32 chainSlug) external onlyOwner async {
        _deploy(faulty, chainSlug, IsPlug.YES);
    }

    function work(uint32 chainSlug, uint256 amount) external onlyOwner async {
        IFaultyTarget(forwarderAddresses[faulty][chainSlug]).work(amount);
        then(this.onWorkDone.selector, abi.encode(amount));
    }

    function onWorkDone(bytes calldata data, bytes calldata returnData) external onlyPromises {
        if (isCallbackBroken) revert NotReadyForResult(abi.decode(data, (uint256)));
        workSeen = abi.decode(returnData, (uint256));
    }

    /// @notice Breaks or repairs the callback.
    function setCallbackBroken(bool broken) external onlyOwner {
        isCallbackBroken = broken;
    }

    function setMaxFees(uint256 fees) external onlyOwner {
        _setMaxFees(fees);
    }

    function increaseFees(uint40 requestCount, uint256 newMaxFees) external onlyOwner {
        _increaseFees(requestCount, newMaxFees);
    }

    function cancel(uint40 requestCount) external onlyOwner {
        _revertTx(requestCount);
    }

    function handleRevert(bytes32 payloadId) external override onlyWatcher {
        isGivenUp[payloadId] = true;
    }
}
