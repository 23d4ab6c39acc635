// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {Owned} from "../access/Owned.sol";
import {FEES_UPDATER_ROLE, TRANSMITTER_ROLE, WITHDRAW_ROLE} from "../access/Roles.sol";
import {Signatures} from "../access/Signatures.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {IFeeReceiver} from "../interfaces/IFeeReceiver.sol";
import {ITransmitManager} from "../interfaces/ITransmitManager.sol";

/// @title List of the devnet's transmitters and their fee
/// @notice TRANSMITTER_ROLE for a chain lets an account seal packets to that chain and propose packets from it.
contract TransmitManager is ITransmitManager, SignedUpdates {
    bytes32 private constant FEES_UPDATE = keccak256("FEES_UPDATE");

    /// @notice Slug of this chain.
    uint32 public immutable chainSlug;
    /// @notice Socket whose execution manager collects the fees.
    ISocket public immutable socket__;

    /// @notice Emitted when the transmission fee of messages to a chain changes.
    event TransmissionFeesSet(uint256 dstChainSlug, uint256 transmissionFees);

    /// @param executionManager_ The socket's, which exists already; the socket need not.
    /// @param transmitters_ Accounts that get TRANSMITTER_ROLE for every sibling.
    constructor(
        address owner_,
        ISocket socket_,
        IExecutionManager executionManager_,
        uint32 chainSlug_,
        address[] memory transmitters_,
        uint32[] memory siblingChainSlugs_,
        uint128 transmissionFees_
    ) Owned(owner_) {
        socket__ = socket_;
        chainSlug = chainSlug_;
        for (uint256 i = 0; i < siblingChainSlugs_.length; i++) {
            _setTransmissionFees(executionManager_, siblingChainSlugs_[i], transmissionFees_);
            for (uint256 j = 0; j < transmitters_.length; j++) {
                _grantRole(_roleOf(TRANSMITTER_ROLE, siblingChainSlugs_[i]), transmitters_[j]);
            }
        }
    }

    /// @notice Sets the transmission fee of a message to a chain, in wei of this chain.
    /// @param signature_ Of ("FEES_UPDATE", this contract, this chain, that chain, nonce, fee), by an account with
    /// FEES_UPDATER_ROLE for that chain.
    function setTransmissionFees(
        uint256 nonce_,
        uint32 dstChainSlug_,
        uint128 transmissionFees_,
        bytes calldata signature_
    ) external {
        bytes32 digest = keccak256(
            abi.encode(FEES_UPDATE, address(this), chainSlug, dstChainSlug_, nonce_, transmissionFees_)
        );
        _useSignature(digest, _roleOf(FEES_UPDATER_ROLE, dstChainSlug_), nonce_, signature_);
        _setTransmissionFees(IExecutionManager(socket__.executionManager__()), dstChainSlug_, transmissionFees_);
    }

    /// @inheritdoc IFeeReceiver
    function receiveFees(uint32) external payable {
        if (msg.sender != socket__.executionManager__()) revert OnlyExecutionManager();
    }

    /// @notice Withdraws all fees that the execution manager paid. Needs WITHDRAW_ROLE.
    function withdrawFees(address account_) external onlyRole(WITHDRAW_ROLE) {
        if (account_ == address(0)) revert ISocket.ZeroAddress();
        Address.sendValue(payable(account_), address(this).balance);
    }

    /// @inheritdoc ITransmitManager
    function checkTransmitter(
        uint32 siblingChainSlug_,
        bytes32 digest_,
        bytes calldata signature_
    ) external view returns (address transmitter, bool isTransmitter) {
        transmitter = Signatures.signerOf(digest_, signature_);
        isTransmitter = hasRole(_roleOf(TRANSMITTER_ROLE, siblingChainSlug_), transmitter);
    }

    function _setTransmissionFees(IExecutionManager executionManager, uint32 dstChainSlug, uint128 fees) private {
        executionManager.setTransmissionMinFees(dstChainSlug, fees);
        emit TransmissionFeesSet(dstChainSlug, fees);
    }
}
