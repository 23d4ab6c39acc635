// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AppGatewayBase} from "hardhat-plugs/contracts/gateway/AppGatewayBase.sol";
import {IsPlug, Parallel, Read} from "hardhat-plugs/contracts/gateway/GatewayTypes.sol";
import {Board} from "./Board.sol";

/// @title A board as its app gateway sees it: a call is queued, and what it returns comes later, to a callback
interface IBoard {
    function write(string calldata newText) external;
    function text() external;
}

/// @title Deploys a board to each chain, writes on it, and reads it
contract BoardGateway is AppGatewayBase {
    bytes32 public immutable board = _createContractId("board");
    address private immutable owner = msg.sender;

    /// @notice What each board said when it was read last.
    mapping(uint32 chainSlug => string) public lastRead;

    error NotOwner();

    /// @dev Whoever can make requests spends this contract's credits.
    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(address addressResolver, uint256 fees) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
        creationCodeWithArgs[board] = type(Board).creationCode;
    }

    function deployBoards(uint32[] calldata chainSlugs) external onlyOwner async {
        _setOverrides(Parallel.ON);
        for (uint256 i = 0; i < chainSlugs.length; i++) _deploy(board, chainSlugs[i], IsPlug.YES);
    }

    function write(uint32 chainSlug, string calldata text) external onlyOwner async {
        _boardOn(chainSlug).write(text);
    }

    function read(uint32 chainSlug) external onlyOwner async {
        _setOverrides(Read.ON);
        _boardOn(chainSlug).text();
        then(this.onRead.selector, abi.encode(chainSlug));
    }

    function onRead(bytes calldata data, bytes calldata returnData) external onlyPromises {
        lastRead[abi.decode(data, (uint32))] = abi.decode(returnData, (string));
    }

    function _boardOn(uint32 chainSlug) private view returns (IBoard) {
        return IBoard(forwarderAddresses[board][chainSlug]);
    }
}
