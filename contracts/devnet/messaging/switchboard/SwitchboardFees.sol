// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {FEES_UPDATER_ROLE, WITHDRAW_ROLE} from "../access/Roles.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {IFeeReceiver} from "../interfaces/IFeeReceiver.sol";
import {SwitchboardBase} from "./SwitchboardBase.sol";

/// @title Part of a switchboard that sets and receives its fees
abstract contract SwitchboardFees is SwitchboardBase, IFeeReceiver {
    /// @param switchboardFees Fee of a message, in wei of this chain.
    /// @param verificationOverheadFees Fee that repays the executor there for the gas of verification.
    struct Fees {
        uint128 switchboardFees;
        uint128 verificationOverheadFees;
    }

    bytes32 private constant FEES_UPDATE = keccak256("FEES_UPDATE");

    /// @notice Fees of a message to a chain.
    mapping(uint32 dstChainSlug => Fees) public fees;

    /// @notice Emitted when the fees of messages to a chain are set.
    event SwitchboardFeesSet(uint32 siblingChainSlug, Fees fees);

    /// @notice Sets the fees of messages to a chain, with the signature of an account that has that chain's fees
    /// updater role.
    /// @dev The signed digest is the hash of `abi.encode(FEES_UPDATE, this switchboard, slug of this chain, dstChainSlug_,
    /// nonce_, switchboardFees_, verificationOverheadFees_)`.
    /// @param switchboardFees_ Fee for one watcher, in wei. What a message costs is this fee times the number of the
    /// chain's watchers.
    function setFees(
        uint256 nonce_,
        uint32 dstChainSlug_,
        uint128 switchboardFees_,
        uint128 verificationOverheadFees_,
        bytes calldata signature_
    ) external {
        bytes32 digest = keccak256(
            abi.encode(
                FEES_UPDATE,
                address(this),
                chainSlug,
                dstChainSlug_,
                nonce_,
                switchboardFees_,
                verificationOverheadFees_
            )
        );
        _useSignature(digest, _roleOf(FEES_UPDATER_ROLE, dstChainSlug_), nonce_, signature_);
        _setFees(dstChainSlug_, switchboardFees_, verificationOverheadFees_);
    }

    /// @inheritdoc IFeeReceiver
    function receiveFees(uint32) external payable {
        if (msg.sender != socket__.executionManager__()) revert OnlyExecutionManager();
    }

    /// @notice Sends all received fees to an account. Call the execution manager's `withdrawSwitchboardFees` first.
    function withdrawFees(address withdrawTo_) external onlyRole(WITHDRAW_ROLE) {
        if (withdrawTo_ == address(0)) revert ISocket.ZeroAddress();
        Address.sendValue(payable(withdrawTo_), address(this).balance);
    }

    /// @inheritdoc ISwitchboard
    function getMinFees(
        uint32 dstChainSlug_
    ) external view returns (uint128 switchboardFees, uint128 verificationOverheadFees) {
        Fees storage set = fees[dstChainSlug_];
        return (set.switchboardFees, set.verificationOverheadFees);
    }

    function _setFees(uint32 dstChainSlug, uint128 feeOfOne, uint128 verificationOverheadFees) internal {
        uint256 switchboardFees = feeOfOne * _paidWatchers(dstChainSlug);
        if (switchboardFees > type(uint128).max) revert IExecutionManager.FeesTooHigh();
        Fees memory set = Fees(uint128(switchboardFees), verificationOverheadFees);
        fees[dstChainSlug] = set;
        emit SwitchboardFeesSet(dstChainSlug, set);
    }

    /// @dev Returns how many accounts earn the switchboard fee of a message to a chain.
    function _paidWatchers(uint32 dstChainSlug) internal view virtual returns (uint256);
}
