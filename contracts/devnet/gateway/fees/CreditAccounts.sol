// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayApproval} from "../../../gateway/GatewayTypes.sol";
import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {Signatures} from "../../messaging/access/Signatures.sol";

/// @title Part of the fee pool that knows how many credits an account has, and who may spend them
abstract contract CreditAccounts is IFeesManager {
    struct UserCredits {
        uint256 totalCredits;
        uint256 blockedCredits;
    }

    /// @notice Slug of the gateway chain. Approvals by signature name it.
    uint32 public immutable chainSlug;

    /// @inheritdoc IFeesManager
    mapping(address account => UserCredits) public userCredits;
    /// @inheritdoc IFeesManager
    mapping(address account => mapping(address appGateway => bool)) public isApproved;
    /// @inheritdoc IFeesManager
    mapping(address account => mapping(uint256 nonce => bool)) public isNonceUsed;

    constructor(uint32 chainSlug_) {
        chainSlug = chainSlug_;
    }

    /// @inheritdoc IFeesManager
    function approveAppGateway(address appGateway, bool approval) external {
        isApproved[msg.sender][appGateway] = approval;
    }

    /// @inheritdoc IFeesManager
    function approveAppGateways(AppGatewayApproval[] calldata approvals) external {
        for (uint256 i = 0; i < approvals.length; i++) {
            isApproved[msg.sender][approvals[i].appGateway] = approvals[i].approval;
        }
    }

    /// @inheritdoc IFeesManager
    /// @dev What was signed for another chain, fees manager, spender, nonce or approval recovers to another account,
    /// which has no credits.
    function approveAppGatewayWithSignature(
        bytes calldata signedApproval
    ) external returns (address account, address spender, bool approval) {
        uint256 nonce;
        bytes memory signature;
        (spender, approval, nonce, signature) = abi.decode(signedApproval, (address, bool, uint256, bytes));
        bytes32 digest = keccak256(abi.encode(address(this), chainSlug, spender, nonce, approval));
        account = Signatures.signerOf(digest, signature);
        if (isNonceUsed[account][nonce]) revert NonceUsed(account, nonce);
        isNonceUsed[account][nonce] = true;
        isApproved[account][spender] = approval;
    }

    /// @inheritdoc IFeesManager
    function isCreditSpendable(address consumeFrom, address spender, uint256 amount) external view returns (bool) {
        return _maySpend(consumeFrom, spender) && getAvailableCredits(consumeFrom) >= amount;
    }

    /// @inheritdoc IFeesManager
    function getAvailableCredits(address account) public view returns (uint256) {
        UserCredits storage credits = userCredits[account];
        return credits.totalCredits - credits.blockedCredits;
    }

    function _give(address account, uint256 amount) internal {
        userCredits[account].totalCredits += amount;
    }

    function _take(address account, uint256 amount) internal {
        _requireAvailable(account, amount);
        userCredits[account].totalCredits -= amount;
    }

    function _block(address account, uint256 amount) internal {
        _requireAvailable(account, amount);
        userCredits[account].blockedCredits += amount;
    }

    /// @dev Of `amount` blocked credits, takes `spent` and makes the others available again.
    function _unblock(address account, uint256 amount, uint256 spent) internal {
        userCredits[account].blockedCredits -= amount;
        userCredits[account].totalCredits -= spent;
    }

    function _requireApproved(address account, address spender) internal view {
        if (!_maySpend(account, spender)) revert NotApproved(account, spender);
    }

    function _maySpend(address account, address spender) private view returns (bool) {
        return account == spender || isApproved[account][spender];
    }

    function _requireAvailable(address account, uint256 amount) private view {
        uint256 available = getAvailableCredits(account);
        if (available < amount) revert InsufficientCredits(account, amount, available);
    }
}
